import { useMutation } from '@tanstack/react-query'
import { formatUserDisplayName, type UserDetail } from '#contract/people/identity/shapes.ts'
import { showError, showNotice } from '#storefront/platform/components/notify.ts'
import { useRouter } from '#storefront/platform/routing/routing.tsx'
import { areSearchParamsEnterpriseSpecific } from '#storefront/platform/sessions/login-redirect.ts'
import { ownEnterprisesApi, startSession } from '#storefront/platform/sessions/session.ts'
import { LoginPendingError } from '#ui/send.ts'

/** Goes back to the parent: its session follows this one, and a page that belongs to the member alone is left. */
function useReturnToParent(parent: NonNullable<UserDetail['parent']>) {
  const router = useRouter()
  return useMutation({
    mutationFn: async () => startSession(await ownEnterprisesApi.change({ enterpriseId: parent.enterpriseId })),
    onSuccess: async () => {
      showNotice(`已返回 ${parent.name}`)
      if (areSearchParamsEnterpriseSpecific(router.getState().location.search)) await router.navigate({ to: '/user_center' })
    },
    onError: (error) => {
      if (!(error instanceof LoginPendingError)) showError(error.message)
    },
  })
}

/** 集团采购: for which company a buyer of the parent acts, above every screen and always in sight, with a button back to the parent. */
export function GroupBuyerMark({ user, parent }: { user: UserDetail; parent: NonNullable<UserDetail['parent']> }) {
  const back = useReturnToParent(parent)
  const company = formatUserDisplayName(user)
  return (
    <div role="status" className="no-print sticky top-0 z-50 h-(--mark-height) bg-copper text-sm text-white">
      <div className="content flex h-full items-center justify-between gap-3">
        <span className="line-clamp-2 min-w-0 leading-tight break-words" title={`正在为 ${company} 采购`}>
          正在为 <b className="font-semibold">{company}</b> 采购
        </span>
        <button
          type="button"
          className="flex h-9 shrink-0 items-center font-medium underline underline-offset-2 disabled:opacity-60"
          title={`返回 ${parent.name}`}
          aria-label={`返回本公司：${parent.name}`}
          disabled={back.isPending}
          onClick={() => back.mutate()}
        >
          返回本公司
        </button>
      </div>
    </div>
  )
}
