import { expect, test } from 'vitest'
import { deleteStepDraft, readStepDraft, saveStepDraft } from './draft.ts'

function memory(): Storage {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
    key: (at) => [...kept.keys()][at] ?? null,
    get length() {
      return kept.size
    },
  }
}
const lin = { enterpriseId: 'lin', step: 'enterprise' } as const
const filled = {
  enterpriseName: '鹏岩矿业',
  legalIdNo: '11010519491231002X',
  licence: 'file-1',
  agree: true,
  nested: { bankCardNo: '6222', bankName: '工行' },
}

test('a draft is stored without document and account numbers', () => {
  const storage = memory()
  saveStepDraft(storage, lin, filled)
  const [key = ''] = [storage.key(0) ?? '']
  expect(storage.getItem(key)).not.toMatch(/11010519491231002X|6222|agree/)
  expect(readStepDraft(storage, lin)).toEqual({ enterpriseName: '鹏岩矿业', licence: 'file-1', nested: { bankName: '工行' } })
})

test('a draft belongs to one company and one step, and is gone after it is discarded', () => {
  const storage = memory()
  saveStepDraft(storage, lin, filled)
  expect(readStepDraft(storage, { ...lin, enterpriseId: 'chen' })).toEqual({})
  expect(readStepDraft(storage, { ...lin, step: 'senior' })).toEqual({})
  deleteStepDraft(storage, lin)
  expect(readStepDraft(storage, lin)).toEqual({})
})

test('a corrupt draft or a full storage gives an empty form', () => {
  const storage = memory()
  storage.setItem('verification draft lin enterprise', '[1')
  expect(readStepDraft(storage, lin)).toEqual({})
  const full = { ...memory(), setItem: () => expect.fail('full') } as unknown as Storage
  expect(() => saveStepDraft({ ...full, setItem: throwing } as Storage, lin, filled)).not.toThrow()
})

const throwing = () => {
  throw new Error('full')
}
