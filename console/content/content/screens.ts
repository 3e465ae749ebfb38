import { BookOpenText, Megaphone, MessageSquareQuote, MessagesSquare } from 'lucide-react'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'

const group = '内容' as const

/** The screens of texts and inquiries, in the order of the menu. */
export const contentScreens = [
  {
    path: '/inquiries',
    title: '客服留言',
    icon: MessagesSquare,
    group,
    call: getCallWithAccessRule('inquiry/list'),
    load: () => import('./inquiries-page.tsx'),
  },
  {
    path: '/announcements',
    title: '公告',
    icon: Megaphone,
    group,
    call: getCallWithAccessRule('announcement/list'),
    load: () => import('#console/content/announcements/announcements-page.tsx'),
  },
  {
    path: '/message_texts',
    title: '消息模板',
    icon: MessageSquareQuote,
    group,
    call: getCallWithAccessRule('message-text/list'),
    load: () => import('#console/content/message-texts/message-texts-page.tsx'),
  },
  {
    path: '/articles',
    title: '文章与协议',
    icon: BookOpenText,
    group,
    call: getCallWithAccessRule('article/list'),
    load: () => import('./articles-page.tsx'),
  },
  {
    path: '/article',
    title: '编辑文章',
    under: '/articles',
    call: getCallWithAccessRule('article/detail'),
    load: () => import('./article-page.tsx'),
  },
  {
    path: '/help_categories',
    title: '帮助分类',
    under: '/articles',
    call: getCallWithAccessRule('help-category/list'),
    load: () => import('./categories/categories-page.tsx'),
  },
] as const
