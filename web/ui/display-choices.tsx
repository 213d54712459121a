import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import {
  IconBaselineDensityMedium,
  IconBaselineDensitySmall,
  IconDeviceDesktop,
  IconMoon,
  IconSun,
  type Icon,
} from '@tabler/icons-react'
import { useId } from 'react'
import { useDensity } from './device.ts'
import { changeDensity, type Density } from './display-settings.ts'
import { paletteAction } from './palette-actions.ts'
import { ZoomButtons } from './toolbar.tsx'
import classes from './display-choices.module.css'

/** How this device shows the application: colours, height of the rows of tables, size of the text. */
export function DisplayChoices() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
      <Choice
        label="Cores"
        words="cores tema modo"
        options={schemes}
        value={colorScheme}
        onChange={setColorScheme}
      />
      <div className={classes.ofTables}>
        <Choice
          label="Linhas das tabelas"
          words="linhas tabelas altura densidade"
          options={densities}
          value={useDensity()}
          onChange={changeDensity}
        />
      </div>
      <div className={classes.zoom}>
        Tamanho do texto
        <ZoomButtons />
      </div>
    </>
  )
}

const schemes: Options<MantineColorScheme> = {
  light: { label: 'Claro', Icon: IconSun },
  dark: { label: 'Escuro', Icon: IconMoon },
  auto: { label: 'Automático', Icon: IconDeviceDesktop },
}

const densities: Options<Density> = {
  compact: { label: 'Linhas juntas', Icon: IconBaselineDensitySmall },
  roomy: { label: 'Linhas largas', Icon: IconBaselineDensityMedium },
}

type Options<Value extends string> = Record<Value, { label: string; Icon: Icon }>

interface ChoiceProps<Value extends string> {
  label: string
  /** Words by which the palette finds it. */
  words: string
  options: Options<Value>
  value: Value
  onChange: (value: Value) => void
}

function Choice<Value extends string>({ label, words, options, value, onChange }: ChoiceProps<Value>) {
  const name = useId()
  return (
    <fieldset className={classes.choice}>
      <legend className="visually-hidden">{label}</legend>
      {(Object.entries(options) as [Value, { label: string; Icon: Icon }][]).map(
        ([option, { label, Icon }]) => (
          <label key={option} className={classes.option}>
            <input
              type="radio"
              name={name}
              className="visually-hidden"
              checked={value === option}
              {...paletteAction(words)}
              onChange={() => onChange(option)}
            />
            <Icon size="1rem" stroke={1.5} aria-hidden="true" />
            {label}
          </label>
        ),
      )}
    </fieldset>
  )
}
