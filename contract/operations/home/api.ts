import * as z from 'zod/mini'
import { GoodsCard } from '#contract/catalog/goods/shapes.ts'
import { defineEndpoints, readEndpoint } from '#contract/platform/core/endpoint.ts'
import { Id, Text } from '#contract/platform/core/fields.ts'
import { HomeSectionContent } from './sections.ts'

/** A section as somebody sees it. */
export const HomeSection = z.object({
  id: Id,
  ...z.pick(HomeSectionContent, { kind: true, title: true, text: true, target: true }).shape,
  /** Empty unless the section shows goods of its own. */
  goods: z.array(GoodsCard),
})
export type HomeSection = z.output<typeof HomeSection>

export const homeEndpoints = defineEndpoints('/system-api/api/home', {
  sections: readEndpoint({
    path: 'sections',
    summary: '首页的版块；没有设置时由商城按内置版面显示',
    needs: 'guest',
    input: z.strictObject({
      /** The ticket of a preview: what somebody else sees on some day. */
      preview: z.optional(Text(120)),
    }),
    /** null: nobody has arranged the home page, so it has its built-in arrangement. */
    output: z.nullable(z.array(HomeSection)),
    refusals: ['HOME_PREVIEW_OVER'],
    cached: true,
  }),
})
