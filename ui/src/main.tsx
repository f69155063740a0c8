import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.js'
import { embeddedReport } from './embedded-report.js'
import './styles/tokens.css'
import './styles/base.css'
import './styles/tables.css'
import './styles/parts.css'
import './styles/print.css'

const place = document.getElementById('page')
if (place !== null) {
  createRoot(place).render(
    <StrictMode>
      <App reading={embeddedReport(document)} />
    </StrictMode>,
  )
}
