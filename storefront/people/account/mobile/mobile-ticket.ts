import { readUnsentPageInput, saveUnsentPageInput } from '#storefront/platform/sessions/page-state.ts'

// The ticket that the first step gives to the second. It is only in memory, never in the URL, and is deleted with the session.
const PAGE = '/setting_new_telephone'
const KEY = 'ticket'

const isTicket = (value: unknown): value is string => typeof value === 'string' && value !== ''

export const saveMobileChangeTicket = (ticket: string): void => saveUnsentPageInput(PAGE, KEY, ticket)
export const readMobileChangeTicket = (): string | undefined => readUnsentPageInput(PAGE, KEY, isTicket)
export const deleteMobileChangeTicket = (): void => saveUnsentPageInput(PAGE, KEY, '')
