import type { agreementTitles } from '#contract/content/content/api.ts'

export type AgreementId = keyof typeof agreementTitles

/** The agreements in the order in which they are offered. */
export const agreementIds: readonly AgreementId[] = [1, 2, 4, 6, 7]

/** The agreement that an address names by its categoryId; undefined where there is no such one. */
export const parseAgreementId = (categoryId: string | undefined): AgreementId | undefined =>
  agreementIds.find((id) => String(id) === categoryId)

/** The text without its first heading and the line of its version, which the page shows as its own title. */
export const withoutTitle = (text: string): string => text.replace(/^\s*#\s[^\n]*\n/, '').replace(/^\s*版本：[^\n]*\n/, '')
