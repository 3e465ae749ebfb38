import { readPageState, savePageState } from '#storefront/platform/sessions/page-state.ts'

// What the first step hands to the second: in memory alone, never in the address, gone with the session.
const PAGE = '/setting_new_telephone'
const KEY = 'ticket'

const isTicket = (value: unknown): value is string => typeof value === 'string' && value !== ''

export const saveTicket = (ticket: string): void => savePageState(PAGE, KEY, ticket)
export const readTicket = (): string | undefined => readPageState(PAGE, KEY, isTicket)
export const deleteTicket = (): void => savePageState(PAGE, KEY, '')
