import type { SubmissionReading, VerificationStep } from '#contract/people/verification/api.ts'
import { toComparedText } from '#contract/people/verification/checks.ts'
import { type ReadingSource, type ReadValues, readingSources } from '#contract/people/verification/readings.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { plainName } from '#server/people/verification/run-checks.ts'
import {
  formatFact,
  type LabelledPayloadField,
  type SubmissionPayloads,
  toPayloadPictures,
} from '#server/people/verification/submission-payload.ts'
import type { Db } from '#server/platform/core/db.ts'
import { isDigestOf, type Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { toQuestion } from './find-company.ts'
import { listMaskedReadValues, type ReadValueName, readValueLabels } from './read-value-labels.ts'
import { listReadingsForSubmission, type OpenedReading, type ReadingState, readingOutcomes } from './reading-store.ts'

/** A reading as a submission keeps it. */
interface KeptReading {
  source: ReadingSource
  /** Whose paper it is. */
  label: string
  /** ISO 8601. */
  at: string
  state: ReadingState
  values: ReadValues
}

/** The field of a step that a value belongs to. A value without one is shown beside nothing. */
const fieldsOfStep: { [S in VerificationStep]: Partial<Record<ReadValueName, keyof SubmissionPayloads[S]>> } = {
  agent: { personName: 'name', idNo: 'idNo' },
  enterprise: {
    enterpriseName: 'enterpriseName',
    creditCode: 'creditCode',
    registeredCapital: 'registeredCapital',
    foundDate: 'foundDate',
    legalName: 'legalName',
    registeredAddress: 'registeredAddress',
    personName: 'legalName',
    idNo: 'legalIdNo',
  },
  senior: {},
}

const placeOf = (id: string) => `verification_submission|readings_sealed|${id}`

/** Whether an answer of the register, or a question that it did not answer, is about the submitted company. */
function isOfCompany(
  keys: Keys,
  { state, subjectHash, values: { enterpriseName = '', creditCode } }: OpenedReading,
  submitted: SubmissionPayloads['enterprise'],
): boolean {
  if (state === 'READ') return creditCode === submitted.creditCode || plainName(enterpriseName) === plainName(submitted.enterpriseName)
  return [submitted.creditCode, submitted.enterpriseName].some((keyword) =>
    isDigestOf(keys, 'reading', { value: toQuestion(keyword), digest: subjectHash }),
  )
}

/**
 * Seals what the pictures of a submission said, and what the register said of the submitted company, as it is now, also that there was no answer.
 * `masked`: the same values for the file of the person. null: nothing was asked. A question about another company is not part of it.
 */
export async function sealReadingsOfSubmission<S extends VerificationStep>(
  db: Db,
  { keys, moment }: { keys: Keys; moment: Moment },
  submission: { id: string; enterpriseId: string; userId: string; step: S; payload: SubmissionPayloads[S] },
): Promise<{ sealed: Buffer; masked: LabelledPayloadField[] } | null> {
  const { id, enterpriseId, userId, step, payload } = submission
  if (step === 'senior') return null
  const labels = new Map(toPayloadPictures(step, payload).map(({ fileId, label }) => [fileId, label]))
  const withRegister = step === 'enterprise'
  const found = await listReadingsForSubmission(db, keys, { enterpriseId, userId, fileIds: [...labels.keys()], withRegister })
  const ofRegister = found.filter(
    (reading) => reading.source === 'register' && isOfCompany(keys, reading, payload as SubmissionPayloads['enterprise']),
  )
  // A newer question without an answer says less than an older one with values.
  const answered = ofRegister.find(({ state }) => state === 'READ') ?? ofRegister[0]
  const kept = [...found.filter(({ source }) => source !== 'register'), ...(answered ? [answered] : [])].map(
    ({ source, fileId, at, state, values }): KeptReading => ({
      source,
      label: labels.get(fileId ?? '') ?? readingSources[source].label,
      at: at.toISOString(),
      state,
      values,
    }),
  )
  if (kept.length === 0) return null
  const masked = kept.flatMap(({ label: paper, values }) =>
    listMaskedReadValues(values).map(({ label, value }) => ({ label: `${paper} ${label}`, value })),
  )
  return { sealed: keys.seal(moment, placeOf(id), JSON.stringify(kept)), masked }
}

/** The states of a company that is in business, by their beginnings. Others, such as 吊销 and 注销, need a look. */
const IN_BUSINESS = /^(?:存续|在业|开业|在营|在册)/

/** What a reviewer is shown of a value that the form has no field for. */
function classifyOtherValue(name: ReadValueName, read: string | number, submittedAt: Date): 'expired' | 'abnormal' | 'info' {
  if (name === 'validUntil' && read !== '长期' && String(read) < toShanghaiDay(submittedAt)) return 'expired'
  return name === 'companyState' && !IN_BUSINESS.test(String(read)) ? 'abnormal' : 'info'
}

const isSame = (read: string | number, submitted: unknown): boolean =>
  typeof read === 'number' ? read === submitted : toComparedText(read) === toComparedText(String(submitted))

/**
 * Compares what was read with what was submitted, in clear for the reviewer of the case or masked. A row is `different` where a reviewer should
 * look, `expired` for an identity card whose last day was before the submission, and `abnormal` for a company that is not in business.
 */
export function compareReadings<S extends VerificationStep>(
  keys: Keys,
  row: { id: string; step: S; submittedAt: Date; readingsSealed: Buffer | null },
  { payload, shown }: { payload: SubmissionPayloads[S]; shown: 'clear' | 'masked' },
): SubmissionReading[] {
  if (row.readingsSealed === null) return []
  const given = payload as Record<string, unknown>
  const fields = fieldsOfStep[row.step] as Partial<Record<ReadValueName, string>>
  const toRow = (name: ReadValueName, read: string | number): SubmissionReading['rows'][number] => {
    const field = fields[name]
    const value = field === undefined ? undefined : given[field]
    const isEmpty = value === undefined || value === ''
    return {
      label: readValueLabels[name].label,
      read: formatFact(readValueLabels[name], read, shown),
      submitted: isEmpty ? null : formatFact(readValueLabels[name], value as string | number, shown),
      result:
        field === undefined
          ? classifyOtherValue(name, read, row.submittedAt)
          : isEmpty
            ? 'none'
            : isSame(read, value)
              ? 'same'
              : 'different',
    }
  }
  const kept = JSON.parse(keys.open(placeOf(row.id), row.readingsSealed)) as KeptReading[]
  return kept.map(({ source, label, at, state, values }) => ({
    source,
    label,
    at: new Date(at),
    outcome: readingOutcomes[state],
    rows: keysOf(readValueLabels).flatMap((name) => {
      const read = values[name]
      return read === undefined ? [] : [toRow(name, read)]
    }),
  }))
}
