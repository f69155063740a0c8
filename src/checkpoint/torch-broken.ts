import { InputError } from '../errors.js'

/** The error for a PyTorch checkpoint that is not whole, or not one. */
export function torchBroken(where: string, what: string): InputError {
  return new InputError({
    code: 'checkpoint-broken',
    what: `This is no PyTorch checkpoint that can be read. ${what}`,
    where,
    fix: 'Save it again with torch.save, or as safetensors.',
  })
}
