import { readCardCode } from '@agremia/resources/rules/card-code.ts'
import { useId, useState, type SyntheticEvent } from 'react'
import { useNavigate } from 'react-router'
import { publicCheckPath } from '../../paths/cards.ts'
import classes from './card-check.module.css'

const help = 'São 12 letras e algarismos, como 7K3M-9QX2-VT4D: estão no cartão, junto do código QR.'

/** Where the code of another card is typed. */
export function OtherCode() {
  const navigate = useNavigate()
  const id = useId()
  const [text, setText] = useState('')
  const [isWrong, setWrong] = useState(false)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const code = readCardCode(text)
    setWrong(code === undefined)
    if (code === undefined) {
      document.getElementById(id)?.focus()
      return
    }
    setText('')
    window.scrollTo(0, 0)
    void navigate(publicCheckPath(code))
  }
  return (
    <form className={classes.other} onSubmit={submit} noValidate>
      <label htmlFor={id}>Verificar outro</label>
      <div className={classes.line}>
        <input
          id={id}
          className={classes.input}
          value={text}
          placeholder="Código do cartão"
          autoCapitalize="characters"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? `${id}-error` : undefined}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setWrong(false)
          }}
        />
        <button type="submit" className={classes.button}>
          Verificar
        </button>
      </div>
      {isWrong && (
        <p id={`${id}-error`} className={classes.error} role="alert">
          {text.trim() === ''
            ? 'Escreva o código do cartão.'
            : 'Este código não está completo ou tem letras a mais.'}{' '}
          {help}
        </p>
      )}
    </form>
  )
}
