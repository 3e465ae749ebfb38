import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import type { ReadValues } from '#contract/people/verification/readings.ts'
import { verificationReadingEndpoints } from '#contract/people/verification/readings-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import type { OutputOf } from '#contract/platform/core/endpoint.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'
import { queryClient } from '#storefront/platform/sessions/session.ts'
import { HANDLED_AT_FIELD, useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { retryBusyReads } from '#ui/retry-busy-reads.ts'
import {
  type DocumentOfForm,
  describeDocumentReading,
  type FieldReading,
  listPrefills,
  type ReadFields,
  toReadingsByField,
} from './reading-view.ts'

const readingApi = createApiClient(verificationReadingEndpoints, sendOrHoldUntilLogin)

// Not a key of the verification: after a submission its pictures cannot be read any more.
const OPTIONS_KEY = ['verification-reading', 'options'] as const

const useOptionsQuery = (isWanted: boolean) =>
  useQuery({ queryKey: OPTIONS_KEY, queryFn: () => readingApi.options({}), meta: { quiet: true }, staleTime: 60_000, enabled: isWanted })

/** What the forms may offer. Without an answer they offer nothing, and are as usable. */
export const useReadingOptions = () => useOptionsQuery(true).data

/** The mobile that the person has proven at his registration within the hour; null: none, also without an answer; undefined: not known yet. */
export function useProvenMobile(isWanted: boolean): string | null | undefined {
  const { data, isLoading } = useOptionsQuery(isWanted)
  return !isWanted ? null : isLoading ? undefined : (data?.verifiedMobile ?? null)
}

/** Asks again, after the server did not accept what the options have promised. */
export const refetchReadingOptions = (): Promise<void> => queryClient.invalidateQueries({ queryKey: OPTIONS_KEY })

type PictureReading = OutputOf<typeof verificationReadingEndpoints.readPicture>

const AGAIN_MAX = 12
const AGAIN_MS = 1_500
/** Pictures are read one after the other. */
const isRunning = (error: Error): boolean => error instanceof Refusal && error.reason === 'READING_RUNNING'

/**
 * The query of a picture. It is a write that may cost money, so it is sent once: again only at a click, or after a refusal that says to wait. The
 * answer is remembered by the server, so a reload costs nothing.
 */
const readPictureQuery = ({ kind, fileId }: DocumentOfForm, enabled: boolean) => ({
  queryKey: ['verification-reading', kind, fileId],
  queryFn: () => readingApi.readPicture({ kind, fileId }),
  enabled: enabled && fileId !== '',
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  refetchOnReconnect: false,
  refetchOnWindowFocus: false,
  refetchOnMount: false,
  retryOnMount: false,
  meta: { quiet: true as const },
  retry: (count: number, error: Error) => (isRunning(error) ? count < AGAIN_MAX : retryBusyReads.retry(count, error)),
  retryDelay: (count: number, error: Error) => (isRunning(error) ? AGAIN_MS : retryBusyReads.retryDelay(count)),
})

/** What became of the reading of a picture. `readAgain`: it may bring more. */
export interface DocumentNote {
  text: string | undefined
  readAgain: (() => void) | undefined
}

function describeQuery({ fileId }: DocumentOfForm, { data, error, isFetching, refetch }: UseQueryResult<PictureReading>): DocumentNote {
  const outcome = data?.outcome ?? (error && !(error instanceof Refusal) ? 'noAnswer' : undefined)
  return {
    text: describeDocumentReading({
      isUploaded: fileId !== '',
      isReading: isFetching,
      outcome,
      validUntil: data?.values.validUntil,
      refusal: error instanceof Refusal ? error.message : undefined,
    }),
    readAgain: !isFetching && (error || outcome === 'noAnswer') ? () => void refetch() : undefined,
  }
}

/** Fills in the fields of a form with values that have arrived, once, and takes back what a picture has filled in that is replaced or removed. */
function usePrefill<F extends FieldValues>(
  form: UseFormReturn<F>,
  { fields, values, isGone = false }: { fields: ReadFields; values: ReadValues | undefined; isGone?: boolean },
): void {
  const { getValues, setValue } = form
  const { current: filled } = useRef(new Map<string, string | number>())
  useEffect(() => {
    for (const { field, value } of listPrefills({ fields, values, isGone, filled, getValue: (name) => getValues(name as Path<F>) })) {
      setValue(field as Path<F>, value as PathValue<F, Path<F>>, { shouldDirty: true, shouldValidate: value !== '' })
      filled.set(field, value)
    }
    // The fields of a form are constants, so it runs when values arrive or go, and a field that was cleared stays empty.
  }, [values, isGone, fields, filled, getValues, setValue])
}

/** A question to the register, and its answer. */
export interface RegisterSearch {
  values: ReadValues | undefined
  note: string | undefined
  isPending: boolean
  find(keyword: string): void
}

const registerNotes = {
  read: '已查到，请核对填入的内容',
  notFound: '没有查到这家企业，请检查名称，或直接填写',
  noAnswer: '暂时查不到，请直接填写',
} as const

function useRegisterSearch(): RegisterSearch {
  const [answer, setAnswer] = useState<OutputOf<typeof verificationReadingEndpoints.findCompany>>()
  const [refusal, setRefusal] = useState<string>()
  const call = useApiMutation((keyword: string) => readingApi.findCompany({ keyword }), {
    onSuccess: (found) => {
      setAnswer(found)
      setRefusal(undefined)
    },
    onError: (error) => {
      setRefusal(error instanceof Refusal ? error.message : registerNotes.noAnswer)
      return HANDLED_AT_FIELD
    },
  })
  const note = refusal ?? (answer && registerNotes[answer.outcome])
  return { values: answer?.outcome === 'read' ? answer.values : undefined, note, isPending: call.isPending, find: call.mutate }
}

/** The readings of a form: for each field what was read, for each paper what became of it, and the search in the register. */
export interface FormReadings {
  byField: Record<string, FieldReading[]>
  /** By the paper. */
  notes: Partial<Record<DocumentOfForm['kind'], DocumentNote>>
  /** undefined: the mall has none. */
  register: RegisterSearch | undefined
}

interface PictureReadingOfForm {
  picture: DocumentOfForm
  values: ReadValues | undefined
  /** undefined: the mall has no pictures read. */
  note: DocumentNote | undefined
}

/** Has a picture of a form read as soon as it is uploaded, and fills in its empty fields. */
export function usePictureReading<F extends FieldValues>(form: UseFormReturn<F>, picture: DocumentOfForm): PictureReadingOfForm {
  const enabled = useReadingOptions()?.pictures === true
  const query = useQuery(readPictureQuery(picture, enabled))
  const values = query.data?.values
  usePrefill(form, { fields: picture.fields, values, isGone: picture.fileId === '' })
  return { picture, values, note: enabled ? describeQuery(picture, query) : undefined }
}

interface RegisterReadingOfForm {
  fields: ReadFields
  search: RegisterSearch
  enabled: boolean
}

/** Lets a form search the register, and fills in its empty fields. */
export function useRegisterReading<F extends FieldValues>(form: UseFormReturn<F>, fields: ReadFields): RegisterReadingOfForm {
  const enabled = useReadingOptions()?.register === true
  const search = useRegisterSearch()
  usePrefill(form, { fields, values: search.values })
  return { fields, search, enabled }
}

/** Puts together what was read for a form: the papers in their order, then the register. */
export function toFormReadings(pictures: readonly PictureReadingOfForm[], register?: RegisterReadingOfForm): FormReadings {
  const read = pictures.map(({ picture: { fields }, values }) => ({ source: 'picture' as const, fields, values }))
  const found = register ? [{ source: 'register' as const, fields: register.fields, values: register.search.values }] : []
  return {
    byField: toReadingsByField([...read, ...found]),
    notes: Object.fromEntries(pictures.map(({ picture, note }) => [picture.kind, note])),
    register: register?.enabled ? register.search : undefined,
  }
}
