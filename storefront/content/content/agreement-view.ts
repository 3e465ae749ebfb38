import type { agreementTitles } from '#contract/content/content/api.ts'

export type AgreementId = keyof typeof agreementTitles

/** The agreements in the order of the list. */
export const agreementIds: readonly AgreementId[] = [1, 2, 4, 6, 7]

/** Returns the agreement for the categoryId in the URL; undefined if there is none. */
export const parseAgreementId = (categoryId: string | undefined): AgreementId | undefined =>
  agreementIds.find((id) => String(id) === categoryId)

/** Removes the first heading and the line with the version, because the page shows them as its own title. */
export const removeAgreementTitleAndVersion = (text: string): string =>
  text.replace(/^\s*#\s[^\n]*\n/, '').replace(/^\s*版本：[^\n]*\n/, '')
