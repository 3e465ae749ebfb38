import { GalleryHorizontalEnd } from 'lucide-react'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'

/** The screen of the home page's banners. It stands below the texts in the menu. */
export const bannerScreens = [
  {
    path: '/banners',
    title: '首页横幅',
    icon: GalleryHorizontalEnd,
    group: '内容',
    call: getCallWithAccessRule('banner/list'),
    load: () => import('./banners-page.tsx'),
  },
] as const
