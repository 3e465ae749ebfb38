import { useQuery } from '@tanstack/react-query'
import { UserRound } from 'lucide-react'
import { filesEndpoints } from '#contract/people/files/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import type { BinaryFile } from '#contract/platform/core/endpoint.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'

const faceApi = createApiClient({ viewFile: filesEndpoints.viewFile }, sendOrHoldUntilLogin)

/** Turns a picture into a data URL. Avatars are small and are shown on every page. */
const asAddress = ({ type, bytes }: BinaryFile): string =>
  `data:${type};base64,${btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ''))}`

/** The person's picture, which is fetched with his token; undefined while it loads, or if there is none. */
function useFace(headImg: string | null): string | undefined {
  return useQuery({
    queryKey: ['face', headImg],
    queryFn: async () => asAddress(await faceApi.viewFile({ fileId: headImg ?? '' })),
    enabled: headImg !== null,
    staleTime: Number.POSITIVE_INFINITY,
  }).data
}

/** The person's picture, or an icon of a person. */
export function Avatar({ user, className = 'size-12' }: { user: { headImg: string | null } | undefined; className?: string }) {
  const face = useFace(user?.headImg ?? null)
  const frame = `grid shrink-0 place-items-center overflow-hidden rounded-full border border-line bg-paper text-pine ${className}`
  if (face !== undefined) return <img src={face} alt="" className={`object-cover ${frame}`} />
  return (
    <span className={frame} aria-hidden>
      <UserRound className="size-1/2" strokeWidth={1.5} />
    </span>
  )
}
