import * as z from 'zod/mini'

/** The file formats of exports with their labels. */
export const sheetFormats = { csv: 'CSV', xlsx: 'Excel' } as const
export type SheetFormat = keyof typeof sheetFormats

export const SheetFormat = z.enum(Object.keys(sheetFormats) as SheetFormat[], '文件格式不正确')
