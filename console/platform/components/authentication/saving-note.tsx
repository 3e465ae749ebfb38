import { ReauthenticationFields } from './reauthentication-fields.tsx'
import { SENSITIVE_CHANGE_AUTO_EFFECT_TEXT } from './second-person-texts.ts'

/**
 * Explains how a change of a money setting is saved: the first value needs the person's password, a later one the consent of another
 * administrator, as do the first values of some groups.
 */
export function SensitiveSettingSavingNote({ isFirst }: { isFirst: boolean }) {
  if (!isFirst)
    return (
      <p className="mute saving-note">
        保存后由另一位管理员同意生效，{SENSITIVE_CHANGE_AUTO_EFFECT_TEXT}自动生效；管理员和财务会收到通知。
      </p>
    )
  return (
    <>
      <p className="mute saving-note">首次设置立即生效，请确认是您本人；管理员和财务会收到通知。</p>
      <ReauthenticationFields />
    </>
  )
}
