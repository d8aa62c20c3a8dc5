/** Streams the bytes of a body. */
export async function* chunksOf(body: BodyInit): AsyncGenerator<Uint8Array> {
  for await (const chunk of (new Response(body).body ?? []) as unknown as AsyncIterable<Uint8Array>) yield chunk;
}
