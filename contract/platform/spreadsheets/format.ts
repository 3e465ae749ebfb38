import * as z from 'zod/mini'

/** What a list is taken along as, and what people call it. */
export const sheetFormats = { csv: 'CSV', xlsx: 'Excel' } as const
export type SheetFormat = keyof typeof sheetFormats

export const SheetFormat = z.enum(Object.keys(sheetFormats) as SheetFormat[], '文件格式不正确')
