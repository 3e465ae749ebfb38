/** What a text speaks of: its name between braces, what it looks like in a preview, and whether the text says nothing without it. */
export interface Fact {
  label: string
  sample: string
  needed: boolean
}
export type Facts = Readonly<Record<string, Fact>>

/** One text of the mall as it is built in: a message with a title, or an SMS without one. */
export interface BuiltIn<F extends Facts = Facts> {
  channel: 'message' | 'sms'
  label: string
  title: string
  content: string
  facts: F
}

/** A fact that has to stand in the text. */
export const need = (label: string, sample: string): Fact => ({ label, sample, needed: true })
/** A fact that may. */
export const may = (label: string, sample: string): Fact => ({ label, sample, needed: false })

export const message = <F extends Facts>(title: string, content: string, facts: F, label = title): BuiltIn<F> => ({
  ...{ channel: 'message', label, title, content, facts },
})
export const sms = <F extends Facts>(label: string, content: string, facts: F): BuiltIn<F> => ({
  ...{ channel: 'sms', label, title: '', content, facts },
})

/** Facts that many texts speak of. */
export const amount = need('金额', '¥12,800.00')
export const month = need('月份', '2026-10')
export const reason = need('原因', '资料不清晰')
