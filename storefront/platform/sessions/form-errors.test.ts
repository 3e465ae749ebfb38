import { expect, test } from 'vitest'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { showRefusalAtFormField } from './form-errors.ts'
import { HANDLED_AT_FIELD, toErrorsByField } from './use-call.ts'

const refused = (field?: string) =>
  new Refusal('INVALID_INPUT', { code: 422, msg: '不能填写', detail: field === undefined ? {} : { field } })

/** What a form with these values does with a refusal of this field. */
function received(field: string | undefined) {
  const shown: string[] = []
  const values = { note: '', projectId: null, fileIds: ['a'], remarks: { shop: '' } }
  const answer = showRefusalAtFormField({ getValues: () => values, setError: (name: string) => shown.push(name) } as never, refused(field))
  return { shown, toast: answer !== HANDLED_AT_FIELD }
}

test('a refusal is shown at the field that it names, that of an array element at its array', () => {
  expect(received('note')).toEqual({ shown: ['note'], toast: false })
  expect(received('projectId')).toEqual({ shown: ['projectId'], toast: false })
  expect(received('fileIds.0')).toEqual({ shown: ['fileIds'], toast: false })
})

test('a refusal of no field of the form, or of a group of fields, is also shown as a toast', () => {
  for (const field of [undefined, 'addressId', 'remarks', 'remarks.0.remark', 'note.x'])
    expect(received(field)).toEqual({ shown: ['root'], toast: true })
})

test('the error of an array element is found by the element and by its array', () => {
  expect(toErrorsByField(refused('wears.0.rate'))).toEqual({ 'wears.0.rate': '不能填写', 'wears.0': '不能填写', wears: '不能填写' })
  expect(toErrorsByField(new Error('断线'))).toEqual({})
})
