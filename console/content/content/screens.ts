import { BookOpenText, GalleryHorizontalEnd, Megaphone, MessageSquareQuote, MessagesSquare } from 'lucide-react'
import { consoleBannerEndpoints } from '#contract/catalog/banners/banner-api.ts'
import { consoleArticleEndpoints, consoleHelpCategoryEndpoints } from '#contract/content/content/article-api.ts'
import { consoleInquiryEndpoints } from '#contract/people/inquiry/api.ts'
import { consoleAnnouncementEndpoints } from '#contract/people/messaging/announcement-api.ts'
import { consoleMessageTextEndpoints } from '#contract/people/messaging/message-texts/api.ts'

const group = '内容' as const

/** The screens of texts and inquiries, in the order of the menu. */
export const contentScreens = [
  {
    path: '/inquiries',
    title: '客服留言',
    icon: MessagesSquare,
    group,
    call: consoleInquiryEndpoints.list,
    load: () => import('./inquiries-page.tsx'),
  },
  {
    path: '/announcements',
    title: '公告',
    icon: Megaphone,
    group,
    call: consoleAnnouncementEndpoints.list,
    load: () => import('#console/content/announcements/announcements-page.tsx'),
  },
  {
    path: '/message_texts',
    title: '消息模板',
    icon: MessageSquareQuote,
    group,
    call: consoleMessageTextEndpoints.list,
    load: () => import('#console/content/message-texts/message-texts-page.tsx'),
  },
  {
    path: '/articles',
    title: '文章与协议',
    icon: BookOpenText,
    group,
    call: consoleArticleEndpoints.list,
    load: () => import('./articles-page.tsx'),
  },
  {
    path: '/article',
    title: '编辑文章',
    under: '/articles',
    call: consoleArticleEndpoints.detail,
    load: () => import('./article-page.tsx'),
  },
  {
    path: '/help_categories',
    title: '帮助分类',
    under: '/articles',
    call: consoleHelpCategoryEndpoints.list,
    load: () => import('./categories/categories-page.tsx'),
  },
  {
    path: '/banners',
    title: '首页横幅',
    icon: GalleryHorizontalEnd,
    group,
    call: consoleBannerEndpoints.list,
    load: () => import('./banners-page.tsx'),
  },
] as const
