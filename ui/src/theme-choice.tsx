import { type ReactNode, useEffect, useState } from 'react'

const THEMES = ['system', 'light', 'dark'] as const

type Theme = (typeof THEMES)[number]

/** Light, dark, or as the system says. Nothing is stored: a file on disk shares its storage with every other. */
export function ThemeChoice(): ReactNode {
  const [theme, setTheme] = useState<Theme>('system')
  useEffect(() => {
    const system = window.matchMedia('(prefers-color-scheme: dark)')
    const printing = window.matchMedia('print')
    const apply = (): void => {
      const isDark = !printing.matches && (theme === 'dark' || (theme === 'system' && system.matches))
      document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
    }
    apply()
    system.addEventListener('change', apply)
    printing.addEventListener('change', apply)
    return () => {
      system.removeEventListener('change', apply)
      printing.removeEventListener('change', apply)
    }
  }, [theme])
  return (
    <label className="note">
      Colours{' '}
      <select
        value={theme}
        onChange={({ target }) => {
          setTheme(THEMES.find((name) => name === target.value) ?? 'system')
        }}
      >
        {THEMES.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  )
}
