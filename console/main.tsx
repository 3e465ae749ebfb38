import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root')
createRoot(root).render(<StrictMode>运营后台</StrictMode>)
