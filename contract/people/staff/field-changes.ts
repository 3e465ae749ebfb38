import * as z from 'zod/mini'

/** A changed field for people: '宽限天数', '3', '7'. `from` is null if there was no value before. */
export const FieldChange = z.object({ name: z.string(), label: z.string(), from: z.nullable(z.string()), to: z.string() })
export type FieldChange = z.output<typeof FieldChange>

/** Formats the old and the new value: '由 3 天 改为 7 天'; without an old value only the new one. */
export const formatOldAndNewFieldValue = ({ from, to }: Pick<FieldChange, 'from' | 'to'>): string =>
  from === null ? to : `由 ${from} 改为 ${to}`

/** Formats all changes in one line: '宽限天数 由 3 天 改为 7 天；登录密码 重设为初始密码'. */
export const formatFieldChanges = (changes: readonly FieldChange[]): string =>
  changes.map((change) => `${change.label} ${formatOldAndNewFieldValue(change)}`).join('；')
