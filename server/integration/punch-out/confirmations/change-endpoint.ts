import { refuse } from '#contract/platform/core/refusals.ts'
import { findPunchOutSetup } from '#server/integration/punch-out/setup/setup-store.ts'
import { deleteConfirmationEndpoint, saveConfirmationEndpoint, type WebhookChangeContext } from '#server/integration/webhooks/public.ts'
import { lockMainAccount } from '#server/people/organisation/public.ts'
import type { Tx } from '#server/platform/core/db.ts'

/** Sets where a procurement system takes confirmations. Refuses PUNCH_OUT_NOT_SET_UP, PUNCH_OUT_NOT_CXML, WEBHOOK_URL, CONFIRMATION_SECRET. */
export async function saveConfirmation(
  tx: Tx,
  context: WebhookChangeContext,
  { url, secret }: { url: string; secret: string },
): Promise<void> {
  const { enterpriseId } = context.caller
  await lockMainAccount(tx, enterpriseId)
  const setup = (await findPunchOutSetup(tx, enterpriseId)) ?? refuse('PUNCH_OUT_NOT_SET_UP')
  if (setup.protocol !== 'CXML') refuse('PUNCH_OUT_NOT_CXML')
  await saveConfirmationEndpoint(tx, context, { url, secret: secret === '' ? undefined : secret })
}

/** Deletes it. Refuses WEBHOOK_NOT_FOUND. */
export async function deleteConfirmation(tx: Tx, context: WebhookChangeContext): Promise<void> {
  await lockMainAccount(tx, context.caller.enterpriseId)
  await deleteConfirmationEndpoint(tx, context)
}
