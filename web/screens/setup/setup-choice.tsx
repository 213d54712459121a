import { IconBuildingCommunity, IconEye, type Icon } from '@tabler/icons-react'
import classes from './setup-choice.module.css'

export type SetupKind = 'organisation' | 'demonstration'

export interface SetupChoiceProps {
  kind: SetupKind
  onChange: (kind: SetupKind) => void
}

const choices: readonly { kind: SetupKind; icon: Icon; title: string; text: string }[] = [
  {
    kind: 'organisation',
    icon: IconBuildingCommunity,
    title: 'Criar a minha organização',
    text: 'Começa vazia, com as definições habituais.',
  },
  {
    kind: 'demonstration',
    icon: IconEye,
    title: 'Explorar com dados de demonstração',
    text: '300 sócios fictícios, cinco anos de quotas.',
  },
]

export function SetupChoice({ kind, onChange }: SetupChoiceProps) {
  return (
    <fieldset className={classes.choices}>
      <legend className="visually-hidden">Como começar</legend>
      {choices.map(({ kind: value, icon: ChoiceIcon, title, text }) => (
        <label key={value} className={classes.choice}>
          <input
            type="radio"
            name="kind"
            className="visually-hidden"
            checked={kind === value}
            onChange={() => onChange(value)}
          />
          <ChoiceIcon className={classes.icon} size="1.375rem" stroke={1.5} aria-hidden="true" />
          <strong className={classes.title}>{title}</strong>
          <span className={classes.text}>{text}</span>
        </label>
      ))}
    </fieldset>
  )
}
