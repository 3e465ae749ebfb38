/** A placeholder of a text: its name between braces, its value in a preview, and whether the text must contain it. */
export interface Placeholder {
  label: string
  sample: string
  needed: boolean
}
export type PlaceholdersByName = Readonly<Record<string, Placeholder>>

/** A built-in text of the mall: a message with a title, or an SMS without one. */
export interface MessageTextTemplate<F extends PlaceholdersByName = PlaceholdersByName> {
  channel: 'message' | 'sms'
  label: string
  title: string
  content: string
  facts: F
}

/** A placeholder that the text must contain. */
export const createRequiredPlaceholder = (label: string, sample: string): Placeholder => ({ label, sample, needed: true })
/** A placeholder that the text may contain. */
export const createOptionalPlaceholder = (label: string, sample: string): Placeholder => ({ label, sample, needed: false })

export const createMessageTemplate = <F extends PlaceholdersByName>(
  title: string,
  content: string,
  facts: F,
  label = title,
): MessageTextTemplate<F> => ({
  channel: 'message',
  label,
  title,
  content,
  facts,
})
export const createSmsTemplate = <F extends PlaceholdersByName>(label: string, content: string, facts: F): MessageTextTemplate<F> => ({
  channel: 'sms',
  label,
  title: '',
  content,
  facts,
})

/** Placeholders that many texts use. */
export const amountPlaceholder = createRequiredPlaceholder('金额', '¥12,800.00')
export const monthPlaceholder = createRequiredPlaceholder('月份', '2026-10')
export const reasonPlaceholder = createRequiredPlaceholder('原因', '资料不清晰')
