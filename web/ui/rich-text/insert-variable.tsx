import { UnstyledButton } from '@mantine/core'
import { IconBraces } from '@tabler/icons-react'
import { useState } from 'react'
import { Popover } from '../popover.tsx'
import classes from './insert-variable.module.css'
import { CommandButton } from '../command-button.tsx'

interface InsertVariableProps {
  variables: readonly Variable[]
  onInsert: (code: string) => void
  /** Accessible name, if there are several. */
  label?: string
}

/** Menu that inserts a placeholder such as a member's name; shows a sample of each. */
export function InsertVariable({ variables, onInsert, label = 'Inserir dado' }: InsertVariableProps) {
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end">
      <Popover.Target>
        <CommandButton
          icon={IconBraces}
          label="Inserir dado"
          size="xs"
          px="0.5rem"
          variant="subtle"
          aria-label={label}
          onClick={() => setOpened(!opened)}
        />
      </Popover.Target>
      <Popover.Dropdown aria-label={label} className={classes.panel}>
        <ul className={classes.list}>
          {variables.map((variable) => (
            <li key={variable.code}>
              <UnstyledButton
                className={classes.choice}
                onClick={() => {
                  setOpened(false)
                  onInsert(variable.code)
                }}
              >
                <span>{variable.label}</span>
                <span className={classes.sample} title={variable.sample}>
                  {variable.sample}
                </span>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}

/** A placeholder of message texts, filled in for each person. */
export interface Variable {
  code: string
  label: string
  /** A sample value. */
  sample: string
}
