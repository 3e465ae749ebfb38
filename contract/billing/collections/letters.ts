/** 催收函件, from the friendliest to the last. */
export const collectionLetterKinds = {
  remind: { label: '提醒函', prefix: 'TX' },
  demand: { label: '催款函', prefix: 'CK' },
  lawyer: { label: '律师函', prefix: 'LS' },
} as const
export type CollectionLetterKind = keyof typeof collectionLetterKinds

/** The largest number of days that a letter gives to pay. */
export const LETTER_DAYS_TO_PAY_MAX = 60
