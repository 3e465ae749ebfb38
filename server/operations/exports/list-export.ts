import type { contract } from '#contract/api.ts'
import type { Endpoint, OutputOf } from '#contract/platform/core/endpoint.ts'
import type { SheetFormat } from '#contract/platform/spreadsheets/format.ts'
import { type ColumnDef, defineColumns, exportList } from '#server/adapters/spreadsheets/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Member, Staff } from '#server/platform/http/caller.ts'
import type { Context, Handlers } from '#server/platform/http/context.ts'
import type { FileStream } from '#server/platform/http/download.ts'

type Contract = typeof contract
/** The handlers of the given groups of the contract. */
export type HandlersOfContractGroups<Group extends keyof Contract> = { [G in Group]: Handlers<Contract[G]> }

type Around = Pick<Context<Member | Staff>, 'db' | 'caller' | 'moment' | 'origin' | 'writeSeparately'>
type Listing<Row> = { dataList: readonly Row[]; total: number } | readonly Row[]
type List<Input, Given, Row> = (input: Input, context: Given) => Promise<Listing<Row>>
/** The filter of a list: its input without the page. A list without input has no filter. */
type Narrowing<Input> = string extends keyof Input ? unknown : Omit<Input, 'pageNo' | 'pageSize'>
type Keeping<Input, Given extends Around> = (
  input: Narrowing<Input> & { format: SheetFormat },
  context: Around & Pick<Given, 'caller'>,
) => Promise<FileStream>

/** Does the same for rows that need more data: `parts` is called once for each page of the list. Who asks may decide which columns there are. */
export const createListExportHandlerConvertingRows =
  <Input extends object, Given extends Around, Row, Part>(
    list: List<Input, Given, Row>,
    name: string,
    {
      columns,
      parts,
      linesMax,
    }: {
      columns: (caller: Given['caller']) => readonly ColumnDef<Part>[]
      parts: (db: Db, rows: readonly Row[], caller: Given['caller']) => Promise<readonly Part[]>
      /** How many parts a row becomes at most, if they are several. */
      linesMax?: number
    },
  ): Keeping<Input, Given> =>
  ({ format, ...input }, context) =>
    exportList(context, {
      name,
      columns: columns(context.caller),
      format,
      ...(linesMax === undefined ? {} : { linesMax }),
      page: async (db, { pageNo, pageSize }) => {
        // The list's handler gets its own input and the full context of the call, except that its connection is the export's.
        const answer = await list({ ...input, pageNo, pageSize } as unknown as Input, { ...context, db } as unknown as Given)
        const { dataList, total } = 'dataList' in answer ? answer : { dataList: answer, total: answer.length }
        return { dataList: await parts(db, dataList, context.caller), total }
      },
    })

/**
 * Exports a list by calling the handler of the list page after page. So an export shows exactly what its caller sees in the list. A list
 * without pages is read at once.
 */
export const createListExportHandler = <Input extends object, Given extends Around, Row>(
  list: List<Input, Given, Row>,
  name: string,
  columns: readonly ColumnDef<Row>[],
): Keeping<Input, Given> => createListExportHandlerConvertingRows(list, name, { columns: () => columns, parts: async (_, rows) => rows })

/** Exports the rows that are a part of an answer, such as the points of a chart. */
export const createExportHandlerOfPart = <Input extends object, Given extends Around, Answer, Row>(
  read: (input: Input, context: Given) => Promise<Answer>,
  part: (answer: Answer) => readonly Row[],
  name: string,
  columns: readonly ColumnDef<Row>[],
): Keeping<Input, Given> => createListExportHandler(async (input: Input, context: Given) => part(await read(input, context)), name, columns)

/** The row type of a list, paged or not. */
type RowIn<Answer> = Answer extends { dataList: (infer Row)[] } ? Row : Answer extends (infer Row)[] ? Row : never
export type EndpointListRow<E extends Endpoint> = RowIn<OutputOf<E>>

/** Defines the columns of an exported list, typed by the rows of its endpoint. */
export const defineColumnsForEndpoint = <E extends Endpoint>(...definition: Parameters<typeof defineColumns<EndpointListRow<E>>>) =>
  defineColumns<EndpointListRow<E>>(...definition)
