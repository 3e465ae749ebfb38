/** The labels of the fields of articles, banners and inquiries. They are part of the list in contract/labels.ts. */
export const contentLabels = {
  helpCategoryId: '帮助分类',
  keywords: '搜索词',
  no: '版次',
  position: '排序',
  rev: '版次',
  shown: '启用',
  summary: '摘要',
  target: '链接',
  tone: '底色',
  topic: '主题',
  version: '版本',
} as const
