/** Secret of an authenticator app as a QR code, and as text to type. */
export function SecretCode({ secret, code }: { secret: string; code: { size: number; path: string } }) {
  return (
    <>
      <svg className="admin-qr" viewBox={`0 0 ${code.size} ${code.size}`} role="img" aria-label="用验证器扫描的二维码">
        <rect width={code.size} height={code.size} fill="#fff" />
        <path d={code.path} fill="#000" />
      </svg>
      <p>
        不能扫码时手动输入密钥：<code className="admin-secret">{secret}</code>
      </p>
    </>
  );
}
