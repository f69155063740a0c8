import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { LiveApp } from './live-app.js'
import '../styles/tokens.css'
import '../styles/base.css'
import '../styles/tables.css'
import '../styles/parts.css'
import '../styles/live.css'
import '../styles/print.css'

const place = document.getElementById('page')
if (place !== null) {
  createRoot(place).render(
    <StrictMode>
      <LiveApp />
    </StrictMode>,
  )
}
