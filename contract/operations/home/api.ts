import * as z from 'zod/mini'
import { GoodsCard } from '#contract/catalog/goods/shapes.ts'
import { defineEndpoints, readEndpoint } from '#contract/platform/core/endpoint.ts'
import { Id, Text } from '#contract/platform/core/fields.ts'
import { HomeSectionContent } from './sections.ts'

/** A section as a viewer sees it. */
export const HomeSection = z.object({
  id: Id,
  ...z.pick(HomeSectionContent, { kind: true, title: true, text: true, target: true }).shape,
  /** Empty unless the section shows its own goods. */
  goods: z.array(GoodsCard),
})
export type HomeSection = z.output<typeof HomeSection>

export const homeEndpoints = defineEndpoints('/system-api/api/home', {
  sections: readEndpoint({
    path: 'sections',
    summary: '首页的版块；没有设置时由商城按内置版面显示',
    needs: 'guest',
    input: z.strictObject({
      /** The ticket of a preview, which shows the page for another viewer and day. */
      preview: z.optional(Text(120)),
    }),
    /** null: nobody has arranged the home page, so it has the built-in arrangement. */
    output: z.nullable(z.array(HomeSection)),
    refusals: ['HOME_PREVIEW_OVER'],
    cached: true,
  }),
})
