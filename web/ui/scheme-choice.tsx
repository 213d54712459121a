import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { useId } from 'react'
import { paletteAction } from './palette-actions.ts'
import classes from './scheme-choice.module.css'

const schemes = [
  { value: 'light', label: 'Claro', Icon: IconSun },
  { value: 'dark', label: 'Escuro', Icon: IconMoon },
  { value: 'auto', label: 'Automático', Icon: IconDeviceDesktop },
] as const

/** Choice of colour scheme. */
export function SchemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const name = useId()
  return (
    <fieldset className={classes.choice}>
      <legend className="visually-hidden">Cores</legend>
      {schemes.map(({ value, label, Icon }) => (
        <label key={value} className={classes.option}>
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            checked={colorScheme === value}
            {...paletteAction('cores tema modo')}
            onChange={() => setColorScheme(value satisfies MantineColorScheme)}
          />
          <Icon size="1rem" stroke={1.5} aria-hidden="true" />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
