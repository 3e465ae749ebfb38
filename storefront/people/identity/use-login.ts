import { useMutation } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { CaptchaCode, LoginPassword, Mobile } from '#contract/platform/core/fields.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { useRouter, useSearch } from '#storefront/platform/routing/routing.tsx'
import { pickLoginRedirectParams, redirectAfterLogin } from '#storefront/platform/sessions/login-redirect.ts'
import { loginAndRegistrationApi, queryClient, startSession } from '#storefront/platform/sessions/session.ts'

/** The fields of the login screen. The key of the captcha is not a field. */
export const LoginFields = z.object({ mobile: Mobile, pwd: LoginPassword, imageCode: CaptchaCode })
export type LoginFields = z.output<typeof LoginFields>

/** The last failed login, for /login_error: the reason, and the input that can be kept. It is only in memory. */
export interface FailedLogin {
  message: string
  mobile: string
  /** Only if it was not wrong. */
  pwd: string
}
const failedKey = ['login', 'failed']
export const getLastFailedLogin = (): FailedLogin | undefined => queryClient.getQueryData<FailedLogin>(failedKey)

function rememberFailure(error: Error, { mobile, pwd }: LoginFields): void {
  const ofCaptcha = error instanceof Refusal && error.reason.startsWith('CAPTCHA_')
  queryClient.setQueryData<FailedLogin>(failedKey, { message: error.message, mobile, pwd: ofCaptcha ? pwd : '' })
}

/**
 * Logs in. A failure shows no toast: the app replaces the route by /login_error with the same redirect, which shows the reason. The captcha
 * reloads after every attempt. A person with several memberships chooses one first (specification §2).
 */
export function useLogin({ imageKey, reloadCaptcha }: { imageKey: string; reloadCaptcha: () => unknown }) {
  const router = useRouter()
  const search = useSearch()
  return useMutation({
    mutationFn: (given: LoginFields) => loginAndRegistrationApi.loginByMobileWithImageCode({ ...given, imageKey }),
    onSuccess: async (answer) => {
      startSession(answer)
      if (answer.hasMultiSubAccount) await router.navigate({ to: '/login_success', search: pickLoginRedirectParams(search), replace: true })
      else redirectAfterLogin(search, router.history)
    },
    onError: async (error, given) => {
      rememberFailure(error, given)
      await router.navigate({ to: '/login_error', search: pickLoginRedirectParams(search), state: true, replace: true })
    },
    onSettled: reloadCaptcha,
  })
}
