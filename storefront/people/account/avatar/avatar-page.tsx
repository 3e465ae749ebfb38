import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { filesEndpoints } from '#contract/people/files/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { userSecurityApi } from '#storefront/people/account/settings-api.ts'
import { SettingsPageFrame } from '#storefront/people/account/settings-frame.tsx'
import { Avatar } from '#storefront/platform/components/avatar.tsx'
import { Button } from '#storefront/platform/components/button.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { emitClientEvent, onClientEvent } from '#storefront/platform/sessions/events.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'
import { userQuery } from '#storefront/platform/sessions/session.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { useUser } from '#storefront/platform/sessions/use-session.ts'
import { getPictureFileError, PICTURE_FILE_TYPES } from '#ui/picture-file.ts'
import { AvatarCropper } from './cropping.tsx'

const uploadApi = createApiClient({ uploadImage: filesEndpoints.uploadImage }, sendOrHoldUntilLogin)

/** /alter_avatar: choosing, cropping and uploading a picture. */
export function Page() {
  return (
    <SettingsPageFrame title="修改头像">
      <div className="panel p-4 md:p-6">
        <Choosing />
      </div>
    </SettingsPageFrame>
  )
}

/** The object URL of a chosen file. It is revoked when another file is chosen or the page is left. */
function useAddress(file: File | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!file) return setAddress(undefined)
    const url = URL.createObjectURL(file)
    setAddress(url)
    return () => URL.revokeObjectURL(url)
  }, [file])
  return address
}

function Choosing() {
  const [file, setFile] = useState<File>()
  const [fault, setFault] = useState<string>()
  const address = useAddress(file)
  const refuse = (message: string) => {
    setFile(undefined)
    setFault(message)
  }
  const choose = (chosen: File | undefined) => {
    if (!chosen) return
    const wrong = getPictureFileError(chosen)
    if (wrong !== undefined) return refuse(wrong)
    setFault(undefined)
    setFile(chosen)
  }
  const save = useApiMutation(
    async (picture: Blob) => {
      const { fileId } = await uploadApi.uploadImage({ purpose: 'avatar' }, { file: picture })
      await userSecurityApi.headImgUpload({ fileId })
    },
    {
      invalidates: [userQuery.queryKey],
      onSuccess: () => {
        emitClientEvent('headImageChanged')
        showNotice('头像已更换')
        setFile(undefined)
      },
    },
  )
  const { mutate } = save
  useEffect(() => onClientEvent('imageCropped', ({ square }) => mutate(square)), [mutate])
  if (file && address !== undefined) {
    const cancel = () => setFile(undefined)
    return (
      <AvatarCropper
        address={address}
        busy={save.isPending}
        onDone={(square) => emitClientEvent('imageCropped', { square })}
        onCancel={cancel}
        onBroken={() => refuse('无法打开该图片，请换一张 JPG、PNG 或 WebP 图片')}
      />
    )
  }
  return <Current fault={fault} onChoose={choose} />
}

/** The current picture, and a button to choose another. */
function Current({ fault, onChoose }: { fault: string | undefined; onChoose: (file: File | undefined) => void }) {
  const user = useUser()
  const input = useRef<HTMLInputElement>(null)
  const chosen = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onChoose(target.files?.[0])
    // Resets the input, so that the same file can be chosen again.
    target.value = ''
  }
  return (
    <div className="flex flex-col items-center gap-4 py-6">
      <Avatar user={user} className="size-40" />
      <p className="text-sm text-mute">{user?.headImg ? '当前头像' : '还没有设置头像'}</p>
      <input
        ref={input}
        type="file"
        accept={PICTURE_FILE_TYPES}
        onChange={chosen}
        aria-label="选择头像图片"
        aria-describedby="avatar-about"
        tabIndex={-1}
        className="sr-only"
      />
      <Button onClick={() => input.current?.click()}>选择图片</Button>
      <p
        id="avatar-about"
        role={fault === undefined ? undefined : 'alert'}
        className={`text-center text-sm text-balance ${fault === undefined ? 'text-mute' : 'text-danger'}`}
      >
        {fault ?? '支持 JPG、PNG、WebP，不超过 10MB；上传前可以裁剪'}
      </p>
    </div>
  )
}
