/** The end of `main` in scripts for TRL: `model`, `tokenizer`, `rows`, `options` and `training` are made before it. */
export const trainAndSave = `    adapters = None
    if options.use_peft:
        targets = options.lora_target_modules
        adapters = LoraConfig(
            task_type="CAUSAL_LM",
            r=options.lora_r,
            lora_alpha=options.lora_alpha,
            lora_dropout=options.lora_dropout,
            target_modules=targets[0] if isinstance(targets, list) and len(targets) == 1 else targets,
            modules_to_save=options.lora_modules_to_save,
            ensure_weight_tying=model.get_input_embeddings().weight is model.get_output_embeddings().weight,
        )
    trainer = SFTTrainer(model=model, args=training, train_dataset=rows, processing_class=tokenizer, peft_config=adapters)
    trainer.train()
    trainer.save_model(training.output_dir)
    tokenizer.save_pretrained(training.output_dir)


if __name__ == "__main__":
    main()
`
