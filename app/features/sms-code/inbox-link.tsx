/** Link to the demo's messages. Not by `devPaths`, which is shared with other pages and would be one more file here. */
export const InboxLink = () => (
  <a href={"/_dev/inbox"} target="_blank" rel="noreferrer">
    演示收件箱
  </a>
);
