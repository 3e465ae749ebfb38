import { CopyButton } from '#console/platform/components/copy-button.tsx'
import { QrCode } from '#console/platform/components/qr-code.tsx'

/** How to bind an authenticator: scan the code or type the secret, and enter the first code. The caller provides the field for the code. */
export function BindTotpInstructions({ url, secret }: { url: string; secret: string }) {
  return (
    <div className="bind-totp">
      <ol>
        <li>在手机上打开身份验证器应用（如 Microsoft Authenticator、Google Authenticator、Aegis）。</li>
        <li>扫描二维码；不能扫描时，手动输入下面的密钥。</li>
        <li>输入应用显示的 6 位动态口令，完成绑定。</li>
      </ol>
      <figure>
        <QrCode text={url} label="动态口令的绑定二维码" />
        <figcaption>
          <span className="num bind-secret">{secret.match(/.{1,4}/g)?.join(' ')}</span>
          <CopyButton text={secret} label="复制密钥" />
        </figcaption>
      </figure>
    </div>
  )
}
