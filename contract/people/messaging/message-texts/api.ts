import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { EmptyInput, Instant, NullOutput, Text } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { MESSAGE_TEXT_CONTENT_MAX, MESSAGE_TEXT_TITLE_MAX, messageTextTemplates } from './texts.ts'

const Name = z.enum(keysOf(messageTextTemplates), '消息模板不存在')

/** The current text of a message. Its name, its built-in text and its placeholders are in the table of texts. */
export const MessageText = z.object({
  textName: Name,
  title: z.string(),
  content: z.string(),
  /** How often it was changed; 0: it is the built-in text. */
  no: z.int(),
  builtIn: z.boolean(),
  by: z.nullable(z.string()),
  at: z.nullable(Instant),
})
export type MessageText = z.output<typeof MessageText>

/** The version that the editor was filled from. If somebody else has saved since, the call is refused. */
const seen = { textName: Name, no: z.int('版次不正确').check(z.minimum(0, '版次不正确'), z.maximum(1_000_000, '版次不正确')) }

export const consoleMessageTextEndpoints = defineEndpoints('/console-api/api/message-text', {
  list: readEndpoint({
    path: 'list',
    summary: '商城发出的全部消息和短信的文字',
    needs: { staff: 'messageText' },
    input: EmptyInput,
    output: z.array(MessageText),
  }),
  versions: readEndpoint({
    path: 'versions',
    summary: '一条文字写过的各版，最近 50 版，最新的在前',
    needs: { staff: 'messageText' },
    input: z.strictObject({ textName: Name }),
    output: z.array(MessageText),
  }),
  save: writeEndpoint({
    path: 'save',
    summary: '修改消息或短信的文字，从此按新的文字发送',
    needs: { staff: 'messageText' },
    audits: 'text',
    input: z.strictObject({ ...seen, title: Text(MESSAGE_TEXT_TITLE_MAX), content: Text(MESSAGE_TEXT_CONTENT_MAX) }),
    output: NullOutput,
    refusals: ['MESSAGE_TEXT_FAULTY', 'ROW_CHANGED'],
  }),
  reset: writeEndpoint({
    path: 'reset',
    summary: '恢复内置的文字',
    needs: { staff: 'messageText' },
    audits: 'text',
    input: z.strictObject(seen),
    output: NullOutput,
    refusals: ['ROW_CHANGED'],
  }),
})
