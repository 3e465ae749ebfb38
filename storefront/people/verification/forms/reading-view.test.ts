import { expect, test } from 'vitest'
import { describeDocumentReading, describeFieldReadings, listPrefills, toReadingsByField } from './reading-view.ts'

const readings = [
  { value: '沈海川', source: 'picture' },
  { value: '沈海川', source: 'register' },
  { value: '沈川', source: 'register' },
] as const

test('a field says that its value was read, and offers what was read instead, once', () => {
  expect(describeFieldReadings(readings, ' 沈海川')).toEqual({
    note: '由图片识别，请核对',
    offers: [{ text: '工商登记为', value: '沈川' }],
  })
  expect(describeFieldReadings(readings, '周大海')).toEqual({
    note: undefined,
    offers: [
      { text: '图片识别为', value: '沈海川' },
      { text: '工商登记为', value: '沈川' },
    ],
  })
  expect(describeFieldReadings([{ value: 3_000, source: 'register' }], 3_000)).toEqual({ note: '由工商登记查询，请核对', offers: [] })
  expect(describeFieldReadings([], '周大海')).toEqual({ note: undefined, offers: [] })
})

test('the readings of a field are those of all its papers', () => {
  const licence = { source: 'picture', fields: { legalName: 'legalName' }, values: { legalName: '沈海川', creditCode: 'x' } } as const
  const front = { source: 'picture', fields: { personName: 'legalName', idNo: 'legalIdNo' }, values: { personName: '沈海' } } as const
  const register = { source: 'register', fields: { legalName: 'legalName' }, values: undefined } as const
  expect(toReadingsByField([licence, front, register])).toEqual({
    legalName: [
      { value: '沈海川', source: 'picture' },
      { value: '沈海', source: 'picture' },
    ],
  })
})

test('an answer fills in empty fields and what the former one has filled in, a removed picture takes that along, and typed text stays', () => {
  const fields = { enterpriseName: 'enterpriseName', registeredCapital: 'registeredCapital', legalName: 'legalName' } as const
  const form: Record<string, unknown> = { enterpriseName: '', registeredCapital: undefined, legalName: '周大海' }
  const filled = new Map<string, string | number>()
  const answer = (values: Parameters<typeof listPrefills>[0]['values'], isGone = false) => {
    const found = listPrefills({ fields, values, isGone, filled, getValue: (field) => form[field] })
    for (const { field, value } of found) {
      form[field] = value
      filled.set(field, value)
    }
    return found.map(({ field }) => field)
  }
  answer({ enterpriseName: '甲公司', registeredCapital: 300, legalName: '沈海川' })
  expect(form).toEqual({ enterpriseName: '甲公司', registeredCapital: 300, legalName: '周大海' })
  // Another picture is being read, and then says less.
  expect(answer(undefined)).toEqual([])
  form.registeredCapital = 500
  answer({ enterpriseName: '乙公司' })
  expect(form).toEqual({ enterpriseName: '乙公司', registeredCapital: 500, legalName: '周大海' })
  expect(answer(undefined, true)).toEqual(['enterpriseName'])
  expect(form).toEqual({ enterpriseName: '', registeredCapital: 500, legalName: '周大海' })
})

test('the person is told what becomes of his picture, before and after he uploads it', () => {
  expect(describeDocumentReading({ isUploaded: false, isReading: false, outcome: undefined, refusal: undefined })).toBe(
    '上传后由识别服务商识别并预填',
  )
  expect(describeDocumentReading({ isUploaded: true, isReading: true, outcome: undefined, refusal: undefined })).toBe('正在识别图片…')
  const idBack = { isUploaded: true, isReading: false, outcome: 'read', validUntil: '2038-07-09', refusal: undefined } as const
  expect(describeDocumentReading(idBack)).toBe('图片已识别，有效期至 2038-07-09')
  expect(describeDocumentReading({ isUploaded: true, isReading: false, outcome: 'noAnswer', refusal: undefined })).toBe(
    '暂时不能识别，请直接填写',
  )
  expect(describeDocumentReading({ isUploaded: true, isReading: false, outcome: undefined, refusal: '次数已用完' })).toBe('次数已用完')
  expect(describeDocumentReading({ isUploaded: true, isReading: false, outcome: undefined, refusal: undefined })).toBeUndefined()
})
