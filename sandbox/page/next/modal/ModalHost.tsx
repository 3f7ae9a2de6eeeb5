import { modal } from '../state.ts';

export function ModalHost() {
  return modal.value === undefined ? null : <dialog open>{modal.value.modal.title}</dialog>;
}
