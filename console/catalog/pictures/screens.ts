import { Images } from 'lucide-react'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'

/** The library of pictures and documents of goods. The fields that choose from it belong to the screens of goods. */
export const pictureScreens = [
  {
    path: '/pictures',
    title: '图片与文件',
    icon: Images,
    call: getCallWithAccessRule('goods-picture/list'),
    load: () => import('./library-page.tsx'),
  },
] as const
