import { useQuery } from '@tanstack/react-query'
import type { captchaPurposes } from '#contract/people/identity/purposes.ts'
import { captchaAndSmsCodeEndpoints } from '#contract/people/identity/system-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'

const captchaApi = createApiClient({ captcha: captchaAndSmsCodeEndpoints.captcha }, sendOrHoldUntilLogin)

/** A captcha is valid for two minutes. An untouched one is replaced in time; one with typed text is not. */
const CAPTCHA_MS = 110_000

interface CaptchaOptions {
  purpose: (typeof captchaPurposes)[number]
  /** Nothing has been typed yet. */
  untouched: boolean
  /** false: no captcha is needed now. */
  enabled?: boolean
}

/** The captcha of one form, and `refetch` for another. */
export const useCaptcha = ({ purpose, untouched, enabled = true }: CaptchaOptions) =>
  useQuery({
    queryKey: ['captcha', purpose],
    // The sizes are those of specification §7.
    queryFn: () => captchaApi.captcha({ longValue: 256, fontSize: 48, widthValue: 96, purpose }),
    enabled,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchInterval: untouched ? CAPTCHA_MS : false,
  })
