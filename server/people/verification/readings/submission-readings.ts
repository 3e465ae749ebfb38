import type { SubmissionReading, VerificationStep } from '#contract/people/verification/api.ts'
import { type ReadingSource, type ReadValues, readingSources } from '#contract/people/verification/readings.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { plainName } from '#server/people/verification/run-checks.ts'
import { type SubmissionPayloads, toPayloadPictures } from '#server/people/verification/submission-payload.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { formatReadValue, type ReadValueName, readValueLabels } from './read-value-labels.ts'
import { listReadingsForSubmission } from './reading-store.ts'

/** A reading as a submission keeps it. */
interface KeptReading {
  source: ReadingSource
  /** Whose paper it is. */
  label: string
  /** ISO 8601. */
  at: string
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

const isOfCompany = ({ enterpriseName = '', creditCode }: ReadValues, submitted: SubmissionPayloads['enterprise']): boolean =>
  creditCode === submitted.creditCode || plainName(enterpriseName) === plainName(submitted.enterpriseName)

/**
 * Seals what the pictures of a submission said, and what the register said of the submitted company, as it is now. null: there is nothing. A
 * question about another company is not part of it.
 */
export async function sealReadingsOfSubmission<S extends VerificationStep>(
  db: Db,
  { keys, moment }: { keys: Keys; moment: Moment },
  submission: { id: string; enterpriseId: string; userId: string; step: S; payload: SubmissionPayloads[S] },
): Promise<Buffer | null> {
  const { id, enterpriseId, userId, step, payload } = submission
  if (step === 'senior') return null
  const labels = new Map(toPayloadPictures(step, payload).map(({ fileId, label }) => [fileId, label]))
  const found = await listReadingsForSubmission(db, keys, { enterpriseId, userId, fileIds: [...labels.keys()] })
  const ofRegister = found.find(
    ({ source, values }) =>
      source === 'register' && step === 'enterprise' && isOfCompany(values, payload as SubmissionPayloads['enterprise']),
  )
  const kept = [...found.filter(({ source }) => source !== 'register'), ...(ofRegister ? [ofRegister] : [])].map(
    ({ source, fileId, at, values }): KeptReading => ({
      source,
      label: labels.get(fileId ?? '') ?? readingSources[source].label,
      at: at.toISOString(),
      values,
    }),
  )
  return kept.length === 0 ? null : keys.seal(moment, placeOf(id), JSON.stringify(kept))
}

const isSame = (read: string | number, submitted: unknown): boolean =>
  typeof read === 'number' ? read === submitted : plainName(read).toUpperCase() === plainName(String(submitted)).toUpperCase()

/**
 * Compares what was read with what was submitted, in clear for the reviewer of the case or masked. A row is `different` where a reviewer should
 * look, and `expired` for an identity card whose last day was before the submission.
 */
export function compareReadings<S extends VerificationStep>(
  keys: Keys,
  row: { id: string; step: S; submittedAt: Date; readingsSealed: Buffer | null },
  { payload, shown }: { payload: SubmissionPayloads[S]; shown: 'clear' | 'masked' },
): SubmissionReading[] {
  if (row.readingsSealed === null) return []
  const given = payload as Record<string, unknown>
  const fields = fieldsOfStep[row.step] as Partial<Record<ReadValueName, string>>
  const kept = JSON.parse(keys.open(placeOf(row.id), row.readingsSealed)) as KeptReading[]
  return kept.map(({ source, label, at, values }) => ({
    source,
    label,
    at: new Date(at),
    rows: keysOf(readValueLabels).flatMap((name) => {
      const read = values[name]
      if (read === undefined) return []
      const field = fields[name]
      const submitted = field === undefined ? undefined : given[field]
      const isGiven = submitted !== undefined && submitted !== ''
      const isExpired = name === 'validUntil' && read !== '长期' && String(read) < toShanghaiDay(row.submittedAt)
      return [
        {
          label: readValueLabels[name].label,
          read: formatReadValue(name, read, shown),
          submitted: isGiven ? formatReadValue(name, submitted as string | number, shown) : null,
          result: isExpired
            ? ('expired' as const)
            : !isGiven
              ? ('none' as const)
              : isSame(read, submitted)
                ? ('same' as const)
                : ('different' as const),
        },
      ]
    }),
  }))
}
