import { expect, test } from 'vitest'
import { isFormChanged } from './unsaved.ts'

test.each([
  [{}, {}],
  [{}, { reason: undefined, limit: '', note: '  ', units: null }],
  [{ limit: '5000.00' }, { limit: '5000.00', reason: '' }],
  [{ quantities: { 1: 3, 2: 1 } }, { quantities: { 1: 3, 2: 1 }, carrier: undefined }],
  [{}, { quantities: {} }],
  [{ onCredit: false }, { onCredit: false }],
])('a drawer that opened with %j and holds %j closes without a question', (was, is) => expect(isFormChanged(was, is)).toBe(false))

test.each([
  [{}, { reason: '旺季' }],
  [{ limit: '5000.00' }, { limit: '6000' }],
  [{ limit: '5000.00' }, { limit: '' }],
  [{ onCredit: true }, { onCredit: false }],
  [{ quantities: { 1: 3, 2: 1 } }, { quantities: { 1: 2, 2: 1 } }],
  [{ quantities: { 1: 3 } }, { quantities: { 1: 0 } }],
  [{}, { units: 0 }],
])('a drawer that opened with %j and holds %j has unsaved changes', (was, is) => expect(isFormChanged(was, is)).toBe(true))
