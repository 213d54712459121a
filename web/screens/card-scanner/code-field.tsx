import { Button, TextInput } from '@mantine/core'
import { useState, type SyntheticEvent } from 'react'
import classes from './scanner.module.css'

/** Input for a code or the address of a card. */
export function CodeField({ onRead }: { onRead: (text: string) => void }) {
  const [text, setText] = useState('')
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (text.trim() === '') return
    onRead(text)
    setText('')
  }
  return (
    <form className={classes.code} onSubmit={submit}>
      <TextInput
        className={classes.field}
        label="Código do cartão"
        description="Escrito, colado ou lido por um leitor."
        value={text}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" variant="default">
        Verificar
      </Button>
    </form>
  )
}
